import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import type { Draft } from './note.drafts.ts'

interface DraftOfferProps {
  draft: Draft
  onContinue: () => void
  onDiscard: () => void
}

/** Stands in place of the editor until it is decided, so that neither text can overwrite the other. */
export function DraftOffer({ draft, onContinue, onDiscard }: DraftOfferProps) {
  return (
    <>
      <ScreenTitle title={t('notes.draftFound')} />
      <Card className="draft">
        <p className="draft__time">
          {t('notes.draftKept')} · <RelativeTime at={draft.keptAt} />
        </p>
        <h2>{draft.title.trim() || t('notes.untitled')}</h2>
        <p className="draft__text">{draft.text}</p>
        <div className="draft__actions">
          <Button kind="quiet-danger" onClick={onDiscard}>
            {t('notes.draftDiscard')}
          </Button>
          <Button kind="primary" onClick={onContinue}>
            {t('notes.draftContinue')}
          </Button>
        </div>
      </Card>
    </>
  )
}
