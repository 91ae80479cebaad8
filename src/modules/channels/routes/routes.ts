import type { ModuleWords } from '../../../core/http/openapi/words.ts';
import { channelRevertWords, tooManyChannelsFix, tooManyRecipientsFix, tooManyWebhooksFix } from '../errors.ts';
import { ChannelPatch, channelRecords } from '../model.ts';
import { channelRoutes, type ChannelServices } from './channels.ts';
import { channelTestRoute } from './channelTest.ts';

/** The operations on channels, and the test of one. */
export const routes = (services: ChannelServices) => [channelRoutes(services), channelTestRoute(services)];

/** What the document says of channels. */
export const words = (): ModuleWords => ({
  tags: [{ name: 'Channels', description: 'Where reminders and changes are sent to.' }],
  revertibleFields: Object.keys(ChannelPatch.properties),
  errorExamples: {
    ...channelRecords.errorExample,
    too_many_channels: { suggestedFix: tooManyChannelsFix },
    too_many_webhooks: { suggestedFix: tooManyWebhooksFix },
    too_many_recipients: { suggestedFix: tooManyRecipientsFix },
  },
});

/** What is said of reverts that are refused. */
export const revertWords = { channel: channelRevertWords };
