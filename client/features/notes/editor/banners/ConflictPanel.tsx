import type { NoteContent } from '#client/features/notes/sync/note.content.ts'
import type { OtherVersion } from '#client/features/notes/sync/note.editor.ts'
import { type Editor, useEditorState } from '#client/features/notes/sync/note.saving.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { useOncePainted } from '#client/platform/browser/timing.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { FailedLine } from '#client/ui/FailedLine.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { useOnFocusLost } from '#client/ui/useOnFocusLost.ts'
import './conflict.css'

const DiffView = lazyComponent(
  lazyModule(() => import('#client/features/notes/history/DiffView.tsx').then(part => part.DiffView)),
  FailedLine,
)

interface ConflictPanelProps {
  editor: Editor
  theirs: OtherVersion
  onSave: () => void
  /** The conflict is resolved, and the focused button unmounted. */
  onFocusLost: () => void
}

/** Lets the user resolve a conflict with a version that was saved elsewhere. Saving is blocked until then. */
export function ConflictPanel({ editor, theirs, onSave, onFocusLost }: ConflictPanelProps) {
  const mine = useOncePainted(useEditorState(editor, ({ content }) => content))
  const busy = useEditorState(editor, ({ isSaving }) => isSaving)
  const panel = useOnFocusLost<HTMLElement>(onFocusLost)

  function keepMine() {
    editor.dispatch({ type: 'mineChosen' })
    onSave()
  }

  return (
    <section ref={panel} className="conflict" aria-labelledby="conflict">
      <div role="alert">
        <p id="conflict">
          <strong>{t('notes.conflict')}</strong> <RelativeTime at={theirs.lastUpdate} />
        </p>
        <p className="conflict__more">{t('notes.conflictMore')}</p>
      </div>
      <div className="conflict__actions">
        <Button kind="quiet" busy={busy} onClick={() => editor.dispatch({ type: 'theirsChosen' })}>
          {t('notes.conflictTakeTheirs')}
        </Button>
        <Button kind="quiet" busy={busy} onClick={keepMine}>
          {t('notes.conflictKeepMine')}
        </Button>
        <Button busy={busy} onClick={() => void editor.keepBoth()}>
          {t('notes.conflictKeepBoth')}
        </Button>
      </div>
      <div className="conflict__texts">
        <Disclosure summary={t('notes.conflictDifference')}>
          <DiffView
            pending={<SkeletonRows rows={1} height={88} />}
            first={theirs}
            second={mine}
            onlyFirst={t('notes.conflictOnlyTheirs')}
            onlySecond={t('notes.conflictOnlyMine')}
          />
        </Disclosure>
        <WholeText summary={t('notes.conflictTheirs')} {...theirs} />
        <WholeText summary={t('notes.conflictMine')} {...mine} />
      </div>
    </section>
  )
}

function WholeText({ summary, title, text }: NoteContent & { summary: string }) {
  return (
    <Disclosure summary={summary}>
      <p className="conflict__title" dir="auto">
        {title}
      </p>
      <p className="conflict__text">{text}</p>
    </Disclosure>
  )
}
