import { useSetAtom } from 'jotai'
import { useState } from 'react'
import {
  type Draft,
  dropDraft,
  findLeftDraft,
  keepDraft,
  type LeftDraft,
  nameOfDraft,
} from '#client/features/notes/editor/drafts/note.drafts.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'

interface UnfinishedDraftProps {
  /** Newest first, at least one. */
  drafts: readonly [LeftDraft, ...LeftDraft[]]
  topicNo: number
  onContinue: (draft: Draft) => void
  /** The banner is gone, and with it the button that had the focus. */
  onFocusLost: () => void
}

/** Offers the newest unfinished draft beside an empty editor. If it is ignored, the lists and the next new note show it again. */
export function UnfinishedDraft({ drafts, topicNo, onContinue, onFocusLost }: UnfinishedDraftProps) {
  const [isOpen, setOpen] = useState(true)
  const showToast = useSetAtom(showToastAtom)
  const [newest, ...others] = drafts
  if (!isOpen) return null

  function close() {
    setOpen(false)
    onFocusLost()
  }

  /** Another tab may have opened, sent or discarded the draft since it was offered. */
  async function findAgain(): Promise<Draft | undefined> {
    const draft = await findLeftDraft(newest.subject)
    if (draft !== undefined) return draft
    showToast({ text: t('notes.draftNotHere') })
    close()
  }

  async function resume() {
    const draft = await findAgain()
    if (draft !== undefined) onContinue(draft)
  }

  async function discard() {
    const draft = await findAgain()
    if (draft === undefined) return
    void dropDraft(newest.subject)
    close()
    const undo = () => {
      void keepDraft(newest.subject, draft)
      setOpen(true)
    }
    showToast({ text: t('notes.draftDiscarded'), action: { label: t('common.undo'), run: undo } })
  }

  return (
    <section className="writing__banner writing__banner--draft" aria-labelledby="unfinished-draft">
      <ToolIcon name="pen" />
      <p>
        <strong id="unfinished-draft">{t(messageOf(newest))}</strong>{' '}
        {nameOfDraft(newest) || t('notes.untitled')} · <RelativeTime at={newest.keptAt} />
      </p>
      <div className="writing__banner-actions">
        {others.length > 0 && (
          <ButtonLink kind="quiet" to={paths.notes(topicNo)}>
            {t('notes.draftsMore', { count: others.length })}
          </ButtonLink>
        )}
        <Button kind="quiet" onClick={() => void discard()}>
          {t('notes.draftDiscard')}
        </Button>
        <Button kind="quiet" onClick={close}>
          {t('notes.draftLater')}
        </Button>
        <Button onClick={() => void resume()}>{t('notes.draftContinue')}</Button>
      </div>
    </section>
  )
}

function messageOf({ isOfGoneNote, isOfLink }: Draft) {
  if (isOfGoneNote) return 'notes.draftOffersGoneNote'
  return isOfLink ? 'notes.draftOffersLink' : 'notes.draftOffers'
}
