import { useAtomValue } from 'jotai'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { OrderSelect } from '#client/ui/OrderSelect.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { NoteOrder } from '#protocol/notes.ts'
import { useNoteOrder } from './noteList.state.ts'
import type { RowSelection } from './useSelection.ts'

export function NewNoteLink({ topicNo }: { topicNo: number }) {
  return (
    <ButtonLink kind="primary" to={paths.createNote(topicNo)}>
      <ToolIcon name="pen" />
      {t('notes.write')}
    </ButtonLink>
  )
}

/** Links to the page of topics that was open last. */
export function BackToTopicsLink() {
  const { curPageNo } = useAtomValue(topicListAtom)
  return (
    <ButtonLink kind="quiet" to={paths.topicsPage(curPageNo)}>
      <Icon name="back" />
      {t('notes.topicList')}
    </ButtonLink>
  )
}

const orders = (): Record<NoteOrder, string> => ({
  changed: t('notes.orderChanged'),
  created: t('notes.orderCreated'),
  title: t('notes.orderTitle'),
})

/** The sort order and, for a list with notes, the button that starts a selection. */
export function NoteListTools({ selection }: { selection?: RowSelection | undefined }) {
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
