import type { NoteContent } from '#client/features/notes/editor/saving/note.content.ts'
import type { OtherVersion } from '#client/features/notes/editor/saving/note.editor.ts'
import type { Editor } from '#client/features/notes/editor/saving/note.saving.ts'
import { useEditorState } from '#client/features/notes/editor/saving/useEditorState.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { useOncePainted } from '#client/platform/browser/useOncePainted.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { FailedLine } from '#client/ui/FailedLine.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { useFocusHandedOver } from '#client/ui/useFocusHandedOver.ts'
import './conflict.css'

const Difference = lazyComponent(
  lazyModule(() => import('#client/features/notes/history/DiffView.tsx').then(part => part.Difference)),
  FailedLine,
)

interface ConflictPanelProps {
  editor: Editor
  theirs: OtherVersion
  onSave: () => void
  /** It is decided, and the button that was pressed goes. */
  onFocusLost: () => void
}

/** Two texts for one note: nothing is saved until the writer has seen the other one and chosen. */
export function ConflictPanel({ editor, theirs, onSave, onFocusLost }: ConflictPanelProps) {
  const mine = useOncePainted(useEditorState(editor, ({ writing }) => writing))
  const busy = useEditorState(editor, ({ isSaving }) => isSaving)
  const panel = useFocusHandedOver<HTMLElement>(onFocusLost)

  function keepMine() {
    editor.dispatch({ type: 'keptMine' })
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
        <Button kind="quiet" busy={busy} onClick={() => editor.dispatch({ type: 'tookTheirs' })}>
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
          <Difference
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
