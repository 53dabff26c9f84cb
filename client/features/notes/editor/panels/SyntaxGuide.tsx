import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { LazyMarkdown } from '#client/features/notes/reader/LazyMarkdown.tsx'
import { isShortcutsDialogOpenAtom } from '#client/features/shortcuts/shortcutsDialog.state.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { syntax as en } from '#protocol/text/en/syntax.ts'
import { syntax as ko, type SyntaxExample } from '#protocol/text/ko/syntax.ts'
import type { Language } from '#protocol/text/languages.ts'
import './panels.css'

const examples: Record<Language, SyntaxExample[]> = { ko, en }

/** Markdown examples, rendered by the same renderer as notes. */
export function SyntaxGuide() {
  const [isOpen, setOpen] = useState(false)
  const openKeysList = useSetAtom(isShortcutsDialogOpenAtom)
  return (
    <Disclosure summary={t('notes.syntax')} onToggle={setOpen}>
      {isOpen && (
        <>
          <p className="syntax__keys">
            {t('notes.keys')} {t('notes.keysWayOut')}
          </p>
          <Button kind="quiet" onClick={() => openKeysList(true)}>
            {t('keys.title')}
          </Button>
          <SyntaxTable />
        </>
      )}
    </Disclosure>
  )
}

function SyntaxTable() {
  const { language } = useLanguage()
  return (
    <table className="syntax">
      <thead>
        <tr>
          <th scope="col">{t('notes.syntaxWritten')}</th>
          <th scope="col">{t('notes.syntaxShown')}</th>
        </tr>
      </thead>
      <tbody>
        {examples[language].map(({ name, source, shown = source }) => (
          <tr key={name}>
            <td>
              <p className="syntax__name">{name}</p>
              <pre className="syntax__source">{source}</pre>
            </td>
            <td>
              <LazyMarkdown text={shown} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
