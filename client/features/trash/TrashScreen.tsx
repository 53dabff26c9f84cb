import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSelection } from '#client/features/notes/list/useSelection.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useAnsweredPage, usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { NOTES_PER_PAGE, TRASH_KEPT_DAYS } from '#protocol/limits.ts'
import { TrashRows } from './TrashRows.tsx'
import { TrashSelection } from './TrashSelection.tsx'
import { trashPageQuery, usePurge } from './trash.queries.ts'
import '#client/ui/listRow.css'
import './trash.css'

const TRASH_ROW_PX = 65

/** The notes that were deleted in the last thirty days. */
export function TrashScreen() {
  const { page, goToPage } = usePageInAddress()
  const trash = useQuery(trashPageQuery(page))
  const selection = useSelection(trash.data?.notes.map(({ noteNo }) => noteNo) ?? [])
  useAnsweredPage(trash.isPlaceholderData ? undefined : trash.data?.pageIndex)
  const count = trash.data?.noteCount ?? 0

  return (
    <div className="trash">
      <ScreenTitle title={t('trash.title')} />
      <p className="trash__explained">{t('trash.keptFor', { days: TRASH_KEPT_DAYS })}</p>
      <div className="trash__actions">
        <ButtonLink kind="quiet" to={paths.topics}>
          <Icon name="back" />
          {t('notes.topicList')}
        </ButtonLink>
        {count > 0 && (
          <div className="trash__doings">
            {count > 1 && (
              <Button
                kind="quiet"
                aria-pressed={selection.isOn}
                onClick={() => (selection.isOn ? selection.end() : selection.begin())}
              >
                {t('notes.select')}
              </Button>
            )}
            <EmptyTrash count={count} />
          </div>
        )}
      </div>
      {trash.isPending && <SkeletonRows rows={NOTES_PER_PAGE} height={TRASH_ROW_PX} />}
      <LoadFailure query={trash} title={t('trash.loadFailed')} />
      {trash.data && count === 0 && <EmptyState>{t('trash.empty')}</EmptyState>}
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
  const purging = usePurge()
  if (!isAsking)
    return (
      <Button kind="quiet-danger" onClick={() => setAsking(true)}>
        {t('trash.purgeAll')}
      </Button>
    )
  return (
    <div className="trash__asking">
      <Confirm
        question={t('trash.purgeAllAsk', { count })}
        confirmLabel={t('trash.purgeAll')}
        busy={purging.isPending}
        onConfirm={() => purging.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
      {purging.isError && <Message kind="error">{failureText(purging.error)}</Message>}
    </div>
  )
}
