import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { loadFont } from '#client/platform/browser/font.ts'
import { completeCatalogue, restoreLanguage } from '#client/platform/language/language.ts'
import { allLanguages } from '#protocol/text/languages.ts'
import {
  type CatalogueAddress,
  catalogueAddress,
  frameAddress,
  type Mode,
  modes,
  parseCatalogueAddress,
  partSheetNames,
  type Width,
  widths,
} from './address.ts'
import type { Part } from './parts/part.tsx'
import { partSheets } from './parts/parts.ts'
import { findScreen, type Screen, screens } from './screens/screens.ts'
import './catalogue.css'

export async function loadCatalogue(): Promise<ReactNode> {
  await restoreLanguage()
  await Promise.all([completeCatalogue(), loadFont()])
  return <Catalogue address={parseCatalogueAddress(location.search)} />
}

/** The index of the sheets, and the selected sheet. */
function Catalogue({ address }: { address: CatalogueAddress }) {
  return (
    <div className="catalogue">
      <header className="catalogue__header">
        <h1 className="catalogue__title">글마루 갤러리</h1>
        <LinkList
          label="width"
          address={address}
          choices={widths.map(width => ({ name: `${width} px`, to: { ...address, width } }))}
        />
        <LinkList
          label="language"
          address={address}
          choices={allLanguages.map(language => ({ name: language, to: { ...address, language } }))}
        />
      </header>
      <nav className="catalogue__index">
        <LinkList
          label="parts"
          address={address}
          choices={partSheetNames.map(sheet => ({ name: sheet, to: { ...address, sheet } }))}
        />
        <LinkList
          label="screens"
          address={address}
          choices={Object.keys(screens).map(sheet => ({ name: sheet, to: { ...address, sheet } }))}
        />
      </nav>
      <main className="catalogue__sheet">
        <CatalogueSheet address={address} />
      </main>
    </div>
  )
}

function CatalogueSheet({ address }: { address: CatalogueAddress }) {
  const screen = findScreen(address.sheet)
  if (screen)
    return (
      <ScreenSheet route={address.sheet} screen={screen} width={address.width} language={address.language} />
    )
  const name = partSheetNames.find(sheet => sheet === address.sheet) ?? partSheetNames[0]
  return (
    <MemoryRouter>
      {partSheets[name].map(part => (
        <PartSheet key={part.name} part={part} language={address.language} />
      ))}
    </MemoryRouter>
  )
}

interface LinkListProps {
  label: string
  address: CatalogueAddress
  choices: { name: string; to: CatalogueAddress }[]
}

function LinkList({ label, address, choices }: LinkListProps) {
  return (
    <ul className="choice" aria-label={label}>
      {choices.map(({ name, to }) => (
        <li key={name}>
          <a
            className="choice__one"
            href={catalogueAddress(to)}
            aria-current={catalogueAddress(to) === catalogueAddress(address) ? 'page' : undefined}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A component in all states, in light and dark mode. */
function PartSheet({ part, language }: { part: Part; language: string }) {
  return (
    <section className="part">
      <h2 className="part__name">{part.name}</h2>
      <div className="part__modes">
        {modes.map(mode => (
          <div key={mode} className={`part__mode ${mode === 'dark' ? 'dark_mode' : ''}`}>
            {Object.entries(part.states).map(([state, content]) => (
              <figure key={state} className="part__state">
                <figcaption className="part__caption">{state}</figcaption>
                {part.window === undefined ? (
                  <div className="part__shown">{content}</div>
                ) : (
                  <PartWindow part={part} state={state} mode={mode} language={language} />
                )}
              </figure>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

interface PartWindowProps {
  part: Part
  state: string
  mode: Mode
  language: string
}

function PartWindow({ part: { name, window }, state, mode, language }: PartWindowProps) {
  return (
    <iframe
      className="part__window"
      title={`${name}, ${state}, ${mode}`}
      src={frameAddress({ kind: 'part', name, state, mode, language })}
      height={window}
    />
  )
}

interface ScreenSheetProps {
  route: string
  screen: Screen
  width: Width
  language: string
}

/** A screen in all states, in light and dark mode. */
function ScreenSheet({ route, screen, width, language }: ScreenSheetProps) {
  return (
    <section className={`screen screen--${width}`}>
      <h2 className="part__name">
        {route} <span className="screen__as">{screen.as}</span>
      </h2>
      {screen.states.map(state => (
        <figure key={state} className="screen__state">
          <figcaption className="part__caption">{state}</figcaption>
          <div className="screen__modes">
            {modes.map(mode => (
              <div key={mode} className="screen__window">
                <iframe
                  className="screen__frame"
                  title={`${route}, ${state}, ${mode}`}
                  src={frameAddress({ kind: 'screen', name: route, state, mode, language })}
                />
              </div>
            ))}
          </div>
        </figure>
      ))}
    </section>
  )
}
