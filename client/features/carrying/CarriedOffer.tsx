import { useAtom } from 'jotai'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Column } from '#client/ui/Column.tsx'
import { Message } from '#client/ui/Message.tsx'
import { carriedAtom, NOTHING_WRITTEN } from './carried.text.ts'
import { useCarrying } from './useCarrying.ts'
import './carriedOffer.css'

/** On every screen of whoever has signed in with a text from the lookaround, until they have decided what becomes of it. */
export function CarriedOffer() {
  const [carried, setCarried] = useAtom(carriedAtom)
  const carrying = useCarrying()

  return (
    <aside className="carried-offer no-print" aria-label={t('carrying.label')}>
      <Column>
        <div className="carried-offer__line">
          <p className="carried-offer__words">
            <strong>{t('carrying.label')}</strong> {carried.title.trim() || carried.text.trim().slice(0, 80)}
          </p>
          <Button kind="quiet" disabled={carrying.isPending} onClick={() => setCarried(NOTHING_WRITTEN)}>
            {t('notes.draftDiscard')}
          </Button>
          <Button kind="primary" busy={carrying.isPending} onClick={() => carrying.mutate(carried)}>
            {t('carrying.take')}
          </Button>
        </div>
        {carrying.error && <Message kind="error">{failureText(carrying.error)}</Message>}
      </Column>
    </aside>
  )
}
