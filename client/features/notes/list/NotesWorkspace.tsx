import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { NoteListScreen } from '#client/features/notes/list/NoteListScreen.tsx'
import { noteKeys, ownNoteEvents } from '#client/features/notes/notes.queries.ts'
import { TopicsScreen } from '#client/features/topics/TopicsScreen.tsx'
import { topicKeys, topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { useDeferredRefetch } from '#client/live/useDeferredRefetch.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { useScrollRestoration } from '#client/platform/browser/scrollRestoration.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { t } from '#client/platform/language/language.ts'
import { useNumberParameter, useQueryParameters } from '#client/platform/router/navigation.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { FailedScreen } from '#client/ui/ErrorState.tsx'
import { EmptyState } from '#client/ui/ListStates.tsx'
import { ScreenPending } from '#client/ui/Spinner.tsx'
import { screenOf } from '#protocol/screens.ts'
import { NoteColumn } from './NoteColumn.tsx'
import { useWorkspaceTopic } from './noteList.state.ts'
import { TopicColumn } from './TopicColumn.tsx'
import { workspaceParts } from './workspace.parts.ts'
import './workspace.css'
import './columns.css'

/** In rem, so that enlarged text keeps a single column. */
const THREE_COLUMNS = '(min-width: 75rem)'

const screens = {
  '/topics': TopicsScreen,
  '/notelist': NoteListScreen,
  '/note': lazyComponent<{ isInWorkspace: boolean }>(workspaceParts['/note'], FailedScreen),
}

/**
 * Topics, notes and a note: one screen each, or three columns in a wide window. The column of the URL's route has all of the screen's
 * functions; the other columns only have links. The workspace stays mounted between these routes, and the screen keeps its state when the
 * window width changes.
 */
export function NotesWorkspace() {
  useLiveLists()
  const { pathname } = useLocation()
  const [params] = useQueryParameters()
  const noteNo = useNumberParameter('no')
  const topicNo = useWorkspaceTopic()
  const isWide = useMediaQuery(THREE_COLUMNS)
  const Screen = screenOf(pathname, screens) ?? screens['/topics']
  const isNote = Screen === screens['/note']
  const isNotes = Screen === screens['/notelist']
  // A note opened in a room shows the room's discussion instead of the columns.
  const isInWorkspace = isWide && !(isNote && params.has('hub'))
  const isSearching = isInWorkspace && !isNote && !isNotes && params.has('find')
  const isTopics = !isNote && !isNotes && !isSearching
  const screen = <Screen isInWorkspace={isInWorkspace} pending={<ScreenPending />} />
  const sideColumn = (column: ReactNode) => isInWorkspace && column

  return (
    <div className={isInWorkspace ? 'workspace' : ''}>
      <div className="workspace__topics">
        {isTopics ? screen : sideColumn(<TopicColumn topicNo={isSearching ? null : topicNo} />)}
      </div>
      {isSearching && <div className="workspace__search">{screen}</div>}
      {!isSearching && (
        <div className="workspace__notes">
          {isNotes
            ? screen
            : sideColumn(<NoteColumn topicNo={topicNo} noteNo={noteNo} isBesideTopics={isTopics} />)}
        </div>
      )}
      {isNote && <NotePane key={noteNo}>{screen}</NotePane>}
      {!isNote && !isSearching && sideColumn(<EmptyNotePane />)}
    </div>
  )
}

/** The empty note column. Offers to write a first note while there is no topic. */
function EmptyNotePane() {
  // Only reads the cache: the column of topics fetches the page.
  const topics = useQuery({ ...topicPageQuery(1), enabled: false })
  if (topics.data?.subjects.length !== 0)
    return (
      <div className="workspace__empty">
        <EmptyState>{t('notes.workspaceInvitation')}</EmptyState>
      </div>
    )
  return (
    <div className="workspace__empty workspace__empty--first">
      <EmptyState action={<ButtonLink to={paths.newNote}>{t('home.firstNote')}</ButtonLink>}>
        {t('notes.workspaceFirst')}
      </EmptyState>
    </div>
  )
}

/** Refetches the visible lists when another device of the user creates, changes or deletes a note. */
function useLiveLists(): void {
  useDeferredRefetch(ownNoteEvents, refetchLists)
}

function refetchLists(cache: QueryClient): void {
  for (const lists of [noteKeys.pages, topicKeys.all]) refetchQueries(cache, lists)
  // Searches cost more: refetched on the next visit.
  void cache.invalidateQueries({ queryKey: noteKeys.searches, refetchType: 'none' })
}

/** The open note with its own scroll container. Back and Forward restore the scroll offset. */
function NotePane({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  const scroller = useScrollRestoration(`note/${key}`)
  return (
    <div className="workspace__note" ref={scroller}>
      {children}
    </div>
  )
}
