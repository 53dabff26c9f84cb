import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { NOTE_ORDERS, type NoteOrder } from '#protocol/notes.ts'
import { useNoteOrder } from './noteOrder.ts'
import type { Picking } from './usePicking.ts'

const LABELS = {
  changed: 'notes.orderChanged',
  created: 'notes.orderCreated',
  title: 'notes.orderTitle',
} as const satisfies Record<NoteOrder, string>

/** How the notes of a list follow each other, and the way to pick several, where there are some. */
export function NoteTools({ picking }: { picking?: Picking | undefined }) {
  const [order, choose] = useNoteOrder()
  return (
    <div className="note-tools">
      <select
        className="note-tools__order"
        aria-label={t('notes.order')}
        value={order}
        onChange={({ currentTarget }) => {
          const chosen = NOTE_ORDERS.find(one => one === currentTarget.value)
          if (chosen) choose(chosen)
        }}
      >
        {NOTE_ORDERS.map(one => (
          <option key={one} value={one}>
            {t(LABELS[one])}
          </option>
        ))}
      </select>
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
