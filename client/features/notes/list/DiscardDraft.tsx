import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { dropDraft, keepDraft, type LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'

/** Throws away what lies on this device alone: it asks first, and can be taken back as long as the toast stands. */
export function DiscardDraft({ draft, title }: { draft: LeftDraft; title: string }) {
  const [isAsking, setAsking] = useState(false)
  const showToast = useSetAtom(showToastAtom)

  function discard() {
    const { subject, ...kept } = draft
    const named = { ...subject, requestKey: kept.requestKey }
    void dropDraft(named)
    showToast({
      text: t('notes.draftDiscarded'),
      action: { label: t('common.undo'), run: () => void keepDraft(named, kept) },
    })
  }

  return (
    <>
      <Button
        kind="quiet-danger"
        aria-label={t('notes.draftDiscardOf', { title })}
        aria-expanded={isAsking}
        onClick={() => setAsking(!isAsking)}
      >
        {t('notes.draftDiscard')}
      </Button>
      {isAsking && (
        <div className="drafts__asking">
          <Confirm
            question={t('notes.draftDiscardAsk', { title })}
            confirmLabel={t('notes.draftDiscard')}
            onConfirm={discard}
            onCancel={() => setAsking(false)}
          />
        </div>
      )}
    </>
  )
}
