import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type RowSelection,
  SelectionBar,
  toUntitledNotes,
  useSelection,
} from '#client/features/notes/list/SelectionBar.tsx'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useCorrectedPage, usePageParameter } from '#client/platform/router/navigation.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { NOTES_PER_PAGE, TRASH_KEPT_DAYS } from '#protocol/limits.ts'
import { TrashRows } from './TrashRows.tsx'
import { trashPageQuery, usePurge } from './trash.queries.ts'
import { useRestoreNotes } from './trash.restore.ts'
import '#client/ui/listRow.css'
import './trash.css'

const TRASH_ROW_PX = 72

/** Notes deleted within the last thirty days. */
export function TrashScreen() {
  const { page, goToPage } = usePageParameter()
  const trash = useQuery(trashPageQuery(page))
  const selection = useSelection(trash.data?.notes.map(({ noteNo }) => noteNo) ?? [])
  useCorrectedPage(trash.isPlaceholderData ? undefined : trash.data?.pageIndex)
  const count = trash.data?.noteCount ?? 0

  return (
    <div className="trash">
      <ButtonLink kind="quiet" className="trash__back" to={paths.topics}>
        <Icon name="back" />
        {t('notes.topicList')}
      </ButtonLink>
      <div className="trash__header">
        <ScreenTitle title={t('trash.title')} />
        {count > 1 && (
          <Button
            kind="quiet"
            aria-pressed={selection.isOn}
            onClick={() => (selection.isOn ? selection.end() : selection.begin())}
          >
            {t('notes.select')}
          </Button>
        )}
        {count > 0 && <EmptyTrash count={count} />}
      </div>
      {count > 0 && <p className="trash__description">{t('trash.keptFor', { days: TRASH_KEPT_DAYS })}</p>}
      {trash.isPending && <SkeletonRows rows={NOTES_PER_PAGE} height={TRASH_ROW_PX} />}
      <LoadFailure query={trash} title={t('trash.loadFailed')} />
      {trash.data && count === 0 && (
        <EmptyState drawing="trash">
          {`${t('trash.empty')} ${t('trash.keptFor', { days: TRASH_KEPT_DAYS })}`}
        </EmptyState>
      )}
      {trash.data && count > 0 && (
        <>
          <TrashRows page={trash.data} selection={selection} isWaiting={trash.isPlaceholderData} />
          {selection.isOn && <TrashSelection selection={selection} />}
          <PageIndex index={trash.data.pageIndex} onGo={goToPage} />
        </>
      )}
    </div>
  )
}

function EmptyTrash({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false)
  const purge = usePurge()
  if (!isAsking)
    return (
      <Button kind="quiet-danger" onClick={() => setAsking(true)}>
        {t('trash.purgeAll')}
      </Button>
    )
  return (
    <div className="trash__confirm">
      <Confirm
        question={t('trash.purgeAllAsk', { count })}
        confirmLabel={t('trash.purgeAll')}
        busy={purge.isPending}
        onConfirm={() => purge.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
      {purge.isError && <Message kind="error">{failureText(purge.error)}</Message>}
    </div>
  )
}

/** The number of selected notes and the actions for all of them. */
function TrashSelection({ selection }: { selection: RowSelection }) {
  const { noteNos, end } = selection
  const [isAsking, setAsking] = useState(false)
  const { restore, isRestoring } = useRestoreNotes()
  const purge = usePurge()
  const count = noteNos.size

  return (
    <SelectionBar selection={selection}>
      <div className="selection-bar__actions">
        <Button
          disabled={count === 0}
          busy={isRestoring}
          onClick={() => void restore(toUntitledNotes(noteNos)).then(end)}
        >
          {t('trash.restore')}
        </Button>
        <Button kind="quiet-danger" disabled={count === 0} onClick={() => setAsking(true)}>
          {t('trash.purge')}
        </Button>
      </div>
      {isAsking && count > 0 && (
        <div className="selection-bar__actions">
          <Confirm
            question={t('trash.purgeMany', { count })}
            confirmLabel={t('trash.purge')}
            busy={purge.isPending}
            onConfirm={() => purge.mutate([...noteNos], { onSuccess: end })}
            onCancel={() => setAsking(false)}
          />
          {purge.isError && <Message kind="error">{failureText(purge.error)}</Message>}
        </div>
      )}
    </SelectionBar>
  )
}
