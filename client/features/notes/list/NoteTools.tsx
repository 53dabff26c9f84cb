import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { OrderSelect } from '#client/ui/OrderSelect.tsx'
import type { NoteOrder } from '#protocol/notes.ts'
import { useNoteOrder } from './noteOrder.ts'
import type { RowSelection } from './useSelection.ts'

const orders = (): Record<NoteOrder, string> => ({
  changed: t('notes.orderChanged'),
  created: t('notes.orderCreated'),
  title: t('notes.orderTitle'),
})

/** How the notes of a list follow each other, and the way to pick several, where there are some. */
export function NoteTools({ selection }: { selection?: RowSelection | undefined }) {
  const [order, choose] = useNoteOrder()
  return (
    <div className="note-tools">
      <OrderSelect label={t('notes.order')} orders={orders()} chosen={order} onChoose={choose} />
      {selection && (
        <Button
          kind="quiet"
          aria-pressed={selection.isOn}
          onClick={() => (selection.isOn ? selection.end() : selection.begin())}
        >
          {t('notes.select')}
        </Button>
      )}
    </div>
  )
}
