import { t } from '#client/platform/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { OtherVersion } from './note.editor.ts'

interface ConflictPanelProps {
  theirs: OtherVersion
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Two texts for one note: nothing is saved until the writer has seen the other one and chosen. */
export function ConflictPanel({ theirs, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
  return (
    <section className="conflict" role="alert">
      <p>
        <strong>{t('notes.conflict')}</strong> <RelativeTime at={theirs.lastUpdate} />
      </p>
      <p className="conflict__more">{t('notes.conflictMore')}</p>
      <Disclosure summary={t('notes.conflictTheirs')}>
        <p className="conflict__title">{theirs.title}</p>
        <p className="conflict__text">{theirs.text}</p>
      </Disclosure>
      <div className="conflict__actions">
        <Button onClick={onTakeTheirs}>{t('notes.conflictTakeTheirs')}</Button>
        <Button kind="primary" onClick={onKeepMine}>
          {t('notes.conflictKeepMine')}
        </Button>
      </div>
    </section>
  )
}
