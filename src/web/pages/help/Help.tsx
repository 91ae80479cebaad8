import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { noteFirstData } from '../../api/resource.ts';
import { PageHeader } from '../../components/content.tsx';
import { Loading } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { showPart } from '../../shell/scroll.ts';
import { helpPageAt, pathOf, views } from '../../shell/views.ts';
import { type HelpPageName, helpPages, type HelpTexts } from './pages.ts';
import { useHelp } from './texts.ts';

/** The help: the list of its pages, or one of them. */
export function Help() {
  const name = helpPageAt(useLocation().path);
  const texts = useHelp();
  // It asks for none.
  useEffect(noteFirstData, []);
  if (texts === undefined) return <Loading />;
  return name === undefined ? <Contents texts={texts} /> : <Page key={name} name={name} texts={texts} />;
}

function Contents({ texts }: { readonly texts: HelpTexts }) {
  return (
    <>
      <PageHeader title={t('shell.help')} />
      <ul class="help-contents">
        {helpPages.map((name) => (
          <li key={name} class="card">
            <h2>
              <a href={pathOf('help', `/${name}`)}>{texts[name].title}</a>
            </h2>
            <p class="muted">{texts[name].about}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

interface PageProps {
  readonly name: HelpPageName;
  readonly texts: HelpTexts;
}

function Page({ name, texts }: PageProps) {
  // The palette leads to other parts of the same page.
  const { url } = useLocation();
  useEffect(showPart, [url]);
  const { title, parts } = texts[name];
  return (
    <>
      <PageHeader title={title} />
      <div class="help-page">
        <article class="card">
          {Object.entries(parts).map(([id, part]) => (
            <section key={id} id={id}>
              <h2>{part.title}</h2>
              {part.text.map((block) =>
                typeof block === 'string' ? <Paragraph text={block} /> : <List items={block} />,
              )}
            </section>
          ))}
        </article>
        <OtherPages current={name} texts={texts} />
      </div>
    </>
  );
}

/** Leads to the pages of the help: beside the page on a desk, else below it. */
function OtherPages({ current, texts }: { readonly current: HelpPageName; readonly texts: HelpTexts }) {
  return (
    <nav aria-label={t('shell.help')}>
      <ul>
        {helpPages.map((name) => (
          <li key={name}>
            <a class="side-link" href={pathOf('help', `/${name}`)} aria-current={name === current ? 'page' : undefined}>
              {texts[name].title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Paragraph({ text }: { readonly text: string }) {
  return (
    <p>
      <Words text={text} />
    </p>
  );
}

function List({ items }: { readonly items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <Words text={item} />
        </li>
      ))}
    </ul>
  );
}

/** A text in which the names of pages are links, and those of buttons are bold. */
function Words({ text }: { readonly text: string }) {
  return <>{text.split('*').map((part, at) => (at % 2 === 0 ? part : <Name key={at} name={part} />))}</>;
}

function Name({ name }: { readonly name: string }) {
  const view = views.find(({ text }) => t(text) === name);
  return view ? <a href={pathOf(view.name)}>{name}</a> : <b>{name}</b>;
}
