import type { OfferedDraft } from '#client/features/notes/editor/saving/note.editor.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

interface DraftOfferProps {
  draft: OfferedDraft
  onContinue: () => void
  onDiscard: () => void
}

/** Says that what is shown was left on this device. Writing on decides it, too. */
export function DraftOffer({ draft, onContinue, onDiscard }: DraftOfferProps) {
  const { isOfGoneNote, isOfLink, keptAt } = draft
  const words = isOfGoneNote ? 'notes.draftOfGoneNote' : isOfLink ? 'notes.draftOfLink' : 'notes.draftFound'
  return (
    <section className="writing__banner writing__banner--draft" aria-labelledby="draft-offer">
      <ToolIcon name="pen" />
      <p>
        <strong id="draft-offer">{t(words)}</strong> {t('notes.draftKept')} · <RelativeTime at={keptAt} />
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
