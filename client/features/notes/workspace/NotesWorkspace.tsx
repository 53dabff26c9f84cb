import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useLiveLists } from '#client/features/notes/list/lists.live.ts'
import { NoteListScreen } from '#client/features/notes/list/NoteListScreen.tsx'
import { TopicsScreen } from '#client/features/topics/TopicsScreen.tsx'
import { topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { paths } from '#client/paths.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'
import { t } from '#client/platform/language/language.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import { useQueryInAddress } from '#client/platform/router/useQueryInAddress.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { FailedScreen } from '#client/ui/FailedScreen.tsx'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'
import { screenOf } from '#protocol/screens.ts'
import { NoteColumn } from './NoteColumn.tsx'
import { NotePane } from './NotePane.tsx'
import { TopicColumn } from './TopicColumn.tsx'
import { useWorkspaceTopic } from './useWorkspaceTopic.ts'
import { workspaceParts } from './workspace.parts.ts'
import './workspace.css'
import './workspaceNote.css'
import './workspaceRows.css'
import './workspaceTopics.css'

/** In rem, so that enlarged text keeps one column. */
const THREE_COLUMNS = '(min-width: 75rem)'

const screens = {
  '/topics': TopicsScreen,
  '/notelist': NoteListScreen,
  '/note': lazyComponent<{ isInWorkspace: boolean }>(workspaceParts['/note'], FailedScreen),
}

/**
 * Topics, notes and a note: each a screen by itself, or, where there is room, side by side. Then the address's own stands as
 * it does alone, with all that it can do, and those beside it only lead on. It stays while one goes from one to another, and
 * the screen stays as it is while the window becomes narrow or wide.
 */
export function NotesWorkspace() {
  useLiveLists()
  const { pathname } = useLocation()
  const [params] = useQueryInAddress()
  const noteNo = useNumberInAddress('no')
  const topicNo = useWorkspaceTopic()
  const isWide = useMediaQuery(THREE_COLUMNS)
  const Screen = screenOf(pathname, screens) ?? screens['/topics']
  const isNote = Screen === screens['/note']
  const isNotes = Screen === screens['/notelist']
  // A note in a room belongs to the room.
  const isInWorkspace = isWide && !(isNote && params.has('hub'))
  const isSearching = isInWorkspace && !isNote && !isNotes && params.has('find')
  const isTopics = !isNote && !isNotes && !isSearching
  const screen = <Screen isInWorkspace={isInWorkspace} pending={<ScreenPending />} />
  const beside = (column: ReactNode) => isInWorkspace && column

  return (
    <div className={isInWorkspace ? 'workspace' : ''}>
      <div className="workspace__topics">
        {isTopics ? screen : beside(<TopicColumn topicNo={isSearching ? null : topicNo} />)}
      </div>
      {isSearching && <div className="workspace__found">{screen}</div>}
      {!isSearching && (
        <div className="workspace__notes">
          {isNotes
            ? screen
            : beside(<NoteColumn topicNo={topicNo} noteNo={noteNo} isBesideTopics={isTopics} />)}
        </div>
      )}
      {isNote && <NotePane key={noteNo}>{screen}</NotePane>}
      {!isNote && !isSearching && beside(<Invitation />)}
    </div>
  )
}

/** Where nothing was ever written one may begin, without a topic. */
function Invitation() {
  // Whoever shows them asks for them.
  const topics = useQuery({ ...topicPageQuery(1), enabled: false })
  if (topics.data?.subjects.length !== 0)
    return (
      <div className="workspace__invitation">
        <EmptyState>{t('notes.workspaceInvitation')}</EmptyState>
      </div>
    )
  return (
    <div className="workspace__invitation workspace__invitation--first">
      <EmptyState action={<ButtonLink to={paths.newNote}>{t('home.firstNote')}</ButtonLink>}>
        {t('notes.workspaceFirst')}
      </EmptyState>
    </div>
  )
}
