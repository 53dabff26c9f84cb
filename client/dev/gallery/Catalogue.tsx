import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { loadFont } from '#client/platform/browser/font.ts'
import { completeCatalogue, restoreLanguage } from '#client/platform/language/language.ts'
import { allLanguages } from '#protocol/text/languages.ts'
import { type CatalogueAddress, catalogueAddress, catalogueIn, widths } from './address.ts'
import { PartSheet } from './PartSheet.tsx'
import { partSheets } from './parts/parts.ts'
import { partSheetNames } from './parts/sheets.ts'
import { ScreenSheet } from './ScreenSheet.tsx'
import { screenAt, screens } from './screens/screens.ts'
import './catalogue.css'

export async function loadCatalogue(): Promise<ReactNode> {
  await restoreLanguage()
  await Promise.all([completeCatalogue(), loadFont()])
  return <Catalogue at={catalogueIn(location.search)} />
}

/** Leads to the sheets and shows one of them. */
function Catalogue({ at }: { at: CatalogueAddress }) {
  return (
    <div className="catalogue">
      <header className="catalogue__head">
        <h1 className="catalogue__title">글마루 갤러리</h1>
        <Choice
          label="width"
          at={at}
          of={widths.map(width => ({ name: `${width} px`, to: { ...at, width } }))}
        />
        <Choice
          label="language"
          at={at}
          of={allLanguages.map(language => ({ name: language, to: { ...at, language } }))}
        />
      </header>
      <nav className="catalogue__index">
        <Choice
          label="parts"
          at={at}
          of={partSheetNames.map(sheet => ({ name: sheet, to: { ...at, sheet } }))}
        />
        <Choice
          label="screens"
          at={at}
          of={Object.keys(screens).map(sheet => ({ name: sheet, to: { ...at, sheet } }))}
        />
      </nav>
      <main className="catalogue__sheet">
        <Sheet at={at} />
      </main>
    </div>
  )
}

function Sheet({ at }: { at: CatalogueAddress }) {
  const screen = screenAt(at.sheet)
  if (screen) return <ScreenSheet route={at.sheet} screen={screen} width={at.width} language={at.language} />
  const name = partSheetNames.find(sheet => sheet === at.sheet) ?? partSheetNames[0]
  return (
    <MemoryRouter>
      {partSheets[name].map(part => (
        <PartSheet key={part.name} part={part} language={at.language} />
      ))}
    </MemoryRouter>
  )
}

interface ChoiceProps {
  label: string
  at: CatalogueAddress
  of: { name: string; to: CatalogueAddress }[]
}

function Choice({ label, at, of }: ChoiceProps) {
  return (
    <ul className="choice" aria-label={label}>
      {of.map(({ name, to }) => (
        <li key={name}>
          <a
            className="choice__one"
            href={catalogueAddress(to)}
            aria-current={catalogueAddress(to) === catalogueAddress(at) ? 'page' : undefined}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
