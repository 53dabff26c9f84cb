import { useSetAtom } from 'jotai'
import { useState } from 'react'
import {
  type Draft,
  deleteDraft,
  findUnlockedDraft,
  getDraftName,
  saveDraft,
  type UnlockedDraft,
} from '#client/features/notes/sync/note.drafts.ts'
import type { OfferedDraft } from '#client/features/notes/sync/note.editor.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'

interface DraftOfferProps {
  draft: OfferedDraft
  onContinue: () => void
  onDiscard: () => void
}

/** Says that the editor shows a restored draft. Typing accepts the draft as well. */
export function DraftOffer({ draft, onContinue, onDiscard }: DraftOfferProps) {
  const { isOfGoneNote, isOfLink, keptAt } = draft
  const message = isOfGoneNote ? 'notes.draftOfGoneNote' : isOfLink ? 'notes.draftOfLink' : 'notes.draftFound'
  return (
    <section className="writing__banner writing__banner--draft" aria-labelledby="draft-offer">
      <ToolIcon name="pen" />
      <p>
        <strong id="draft-offer">{t(message)}</strong> {t('notes.draftKept')} · <RelativeTime at={keptAt} />
      </p>
      <div className="writing__banner-actions">
        <Button kind="quiet" onClick={onDiscard}>
          {t('notes.draftDiscard')}
        </Button>
        <Button onClick={onContinue}>{t('notes.draftContinue')}</Button>
      </div>
    </section>
  )
}

interface UnfinishedDraftProps {
  /** Newest first, at least one. */
  drafts: readonly [UnlockedDraft, ...UnlockedDraft[]]
  topicNo: number
  onContinue: (draft: Draft) => void
  /** The banner closed, and its focused button unmounted. */
  onFocusLost: () => void
}

/** Offers the newest unfinished draft above an empty editor. The lists and the next new note offer it again. */
export function UnfinishedDraft({ drafts, topicNo, onContinue, onFocusLost }: UnfinishedDraftProps) {
  const [isOpen, setOpen] = useState(true)
  const showToast = useSetAtom(showToastAtom)
  const [newest, ...others] = drafts
  if (!isOpen) return null

  function close() {
    setOpen(false)
    onFocusLost()
  }

  /** Reads the draft again, because another tab may have opened, sent or discarded it. */
  async function reload(): Promise<Draft | undefined> {
    const draft = await findUnlockedDraft(newest.subject)
    if (draft !== undefined) return draft
    showToast({ text: t('notes.draftNotHere') })
    close()
  }

  async function resume() {
    const draft = await reload()
    if (draft !== undefined) onContinue(draft)
  }

  async function discard() {
    const draft = await reload()
    if (draft === undefined) return
    void deleteDraft(newest.subject)
    close()
    const undo = () => {
      void saveDraft(newest.subject, draft)
      setOpen(true)
    }
    showToast({ text: t('notes.draftDiscarded'), action: { label: t('common.undo'), run: undo } })
  }

  return (
    <section className="writing__banner writing__banner--draft" aria-labelledby="unfinished-draft">
      <ToolIcon name="pen" />
      <p>
        <strong id="unfinished-draft">{t(messageOf(newest))}</strong>{' '}
        {getDraftName(newest) || t('notes.untitled')} · <RelativeTime at={newest.keptAt} />
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
