import { LazyLoadError } from '#client/platform/browser/lazyModule.ts'
import { OutdatedFileError } from '#client/platform/browser/preloadChunks.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { Button } from '#client/ui/Button.tsx'
import { Drawing } from '#client/ui/Drawing.tsx'
import { ErrorState, FailedScreen, ManuscriptSheet } from '#client/ui/ErrorState.tsx'
import { EmptyState, LoadFailure, Skeleton, SkeletonRows } from '#client/ui/ListStates.tsx'
import { FailedLine, Message } from '#client/ui/Message.tsx'
import { ScreenPending, Spinner } from '#client/ui/Spinner.tsx'
import { LONG, nothing, part } from './part.tsx'
import '#client/features/notes/editor/layout/writing.css'
import '#client/ui/ErrorState.css'

const failed = (data: unknown) => ({
  isError: true,
  data,
  error: new CallFailed({ code: 'offline', status: 0 }),
  isFetching: false,
  refetch: () => Promise.resolve(),
})

const unloaded = { error: new LazyLoadError(), isRetrying: false, retry: nothing }
const outdated = new LazyLoadError('', { cause: new OutdatedFileError() })

export const messages = [
  part(Message, {
    default: <Message>저장했어요.</Message>,
    'kind status': <Message kind="status">저장했어요.</Message>,
    'kind error': <Message kind="error">저장하지 못했어요.</Message>,
    'long text': <Message kind="error">{LONG}</Message>,
  }),
  part(Drawing, {
    default: <Drawing name="notes" />,
    'name notes': <Drawing name="notes" />,
    'name rooms': <Drawing name="rooms" />,
    'name inbox': <Drawing name="inbox" />,
    'name search': <Drawing name="search" />,
    'name trash': <Drawing name="trash" />,
  }),
  part(EmptyState, {
    default: <EmptyState>아직 노트가 없어요. 첫 노트를 써 보세요.</EmptyState>,
    'with an action': (
      <EmptyState action={<Button kind="primary">노트 쓰기</Button>}>아직 노트가 없어요.</EmptyState>
    ),
    'with a drawing': (
      <EmptyState drawing="notes" action={<Button>노트 쓰기</Button>}>
        아직 노트가 없어요. 첫 노트를 써 보세요.
      </EmptyState>
    ),
    'long text': <EmptyState>{LONG}</EmptyState>,
  }),
  part(ErrorState, {
    default: <ErrorState onRetry={nothing}>노트를 불러오지 못했어요.</ErrorState>,
    'nothing to try again': <ErrorState>찾으시는 노트가 없어요.</ErrorState>,
    busy: (
      <ErrorState onRetry={nothing} busy>
        노트를 불러오지 못했어요.
      </ErrorState>
    ),
    'long text': <ErrorState onRetry={nothing}>{LONG}</ErrorState>,
  }),
  part(FailedScreen, {
    default: <FailedScreen {...unloaded} />,
    error: <FailedScreen {...unloaded} error={new Error()} />,
    retrying: <FailedScreen {...unloaded} isRetrying />,
    'reload needed': <FailedScreen {...unloaded} error={outdated} />,
  }),
  part(FailedLine, {
    error: <FailedLine {...unloaded} error={new Error()} />,
    default: <FailedLine {...unloaded} />,
    retrying: <FailedLine {...unloaded} isRetrying />,
  }),
  part(LoadFailure, {
    default: <LoadFailure query={failed(undefined)} />,
    'with what was known before': <LoadFailure query={failed('known')} />,
    'long text': <LoadFailure query={failed(undefined)} title={LONG} />,
  }),
  part(ManuscriptSheet, {
    default: (
      <div className="state">
        <ManuscriptSheet />
      </div>
    ),
  }),
  part(ScreenPending, { default: <ScreenPending /> }, { window: 240 }),
  part(SkeletonRows, { default: <SkeletonRows rows={3} height={48} /> }),
  part(Skeleton, {
    default: (
      <Skeleton>
        <div className="skeleton__row">가</div>
      </Skeleton>
    ),
    'long text': (
      <Skeleton>
        <div className="skeleton__row">{LONG}</div>
      </Skeleton>
    ),
  }),
  part(Spinner, { default: <Spinner /> }),
]
