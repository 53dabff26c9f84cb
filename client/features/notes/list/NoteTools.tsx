import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { OrderSelect } from '#client/ui/OrderSelect.tsx'
import type { NoteOrder } from '#protocol/notes.ts'
import { useNoteOrder } from './noteOrder.ts'
import type { Picking } from './usePicking.ts'

const orders = (): Record<NoteOrder, string> => ({
  changed: t('notes.orderChanged'),
  created: t('notes.orderCreated'),
  title: t('notes.orderTitle'),
})

/** How the notes of a list follow each other, and the way to pick several, where there are some. */
export function NoteTools({ picking }: { picking?: Picking | undefined }) {
  const [order, choose] = useNoteOrder()
  return (
    <div className="note-tools">
      <OrderSelect label={t('notes.order')} orders={orders()} chosen={order} onChoose={choose} />
      {picking && (
        <Button
          kind="quiet"
          aria-pressed={picking.isOn}
          onClick={() => (picking.isOn ? picking.end() : picking.begin())}
        >
          {t('notes.pick')}
        </Button>
      )}
    </div>
  )
}
