import ICAL from 'ical.js';
import { pythonWith } from './python.ts';
import type { Service } from './service.ts';

/** A calendar as its link gives it. */
export interface Calendar {
  readonly id: string;
  readonly url: string;
  readonly text: string;
}

/** Makes a feed with some settings, and returns it with its link. */
export async function makeFeed(service: Service, settings: object = {}, owner = 'first') {
  const key = service.makeKey(owner, 'admin');
  const answer = await service.call('POST', '/api/v1/feeds', { key, json: { name: 'Bills', ...settings } });
  if (answer.status !== 201) throw new Error(`no feed was made: ${answer.text}`);
  const { id, url } = answer.json.data as unknown as { readonly id: string; readonly url: string };
  return { id, url };
}

/** Makes a feed with some settings, and reads its calendar. */
export async function calendarOf(service: Service, settings: object = {}, owner = 'first'): Promise<Calendar> {
  const feed = await makeFeed(service, settings, owner);
  return { ...feed, text: await (await fetch(feed.url)).text() };
}

/** An event of a calendar, as a program reads it. Days are `YYYY-MM-DD`. */
export interface ReadEvent {
  readonly uid: string;
  readonly summary: string;
  readonly start: string;
  readonly end: string;
  readonly sequence: number;
  readonly categories: readonly string[];
  /** When its alarm is, after the beginning of its day, in hours. */
  readonly alarmHours: number | undefined;
}

/** The events that ical.js reads in a calendar, in its order. It throws for a calendar that is not valid. */
export function eventsIn(text: string): readonly ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const trigger = component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger');
    if (!event.startDate.isDate || !event.endDate.isDate) throw new Error(`${event.uid} does not take whole days`);
    return {
      uid: event.uid,
      summary: event.summary,
      start: event.startDate.toString(),
      end: event.endDate.toString(),
      sequence: event.sequence,
      categories: component.getAllProperties('categories').flatMap((property) => property.getValues() as string[]),
      alarmHours: trigger instanceof ICAL.Duration ? trigger.toSeconds() / 3600 : undefined,
    };
  });
}

/** A day that a calendar writes as `YYYYMMDD`, as `YYYY-MM-DD`. */
export function dayIn(date: string): string {
  return date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}

const reader = `
import icalendar, json, sys
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
faults = [str(fault) for part in calendar.walk() for fault in getattr(part, 'errors', [])]
def text(value): return None if value is None else str(value)
print(json.dumps({'faults': faults, 'events': [{
    'uid': text(event['UID']), 'summary': text(event['SUMMARY']),
    'start': event['DTSTART'].dt.isoformat(), 'end': event['DTEND'].dt.isoformat(),
    'sequence': int(event['SEQUENCE']),
} for event in calendar.walk('VEVENT')]}))`;

const python = pythonWith('icalendar');

/** Whether the second reader of calendars is there: Python has the package icalendar. */
export const hasSecondReader = python !== undefined;

interface SecondReading {
  readonly faults: readonly string[];
  readonly events: readonly Omit<ReadEvent, 'alarmHours' | 'categories'>[];
}

/** What the Python package icalendar reads in a calendar. Old versions of it read no escaped commas in categories. */
export function readInPython(text: string): SecondReading {
  if (python === undefined) throw new Error('Python with the package icalendar is not installed');
  const { stdout, stderr, success } = Bun.spawnSync([python, '-c', reader], { stdin: Buffer.from(text) });
  if (!success) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as SecondReading;
}
