import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { noteKeys, ownNoteEvents } from '#client/features/notes/notes.queries.ts'
import { TagNotes } from '#client/features/tags/TagNotes.tsx'
import { tagKeys } from '#client/features/tags/tags.queries.ts'
import { TopicsScreen } from '#client/features/topics/TopicsScreen.tsx'
import { topicKeys, topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { useDeferredRefetch } from '#client/live/useDeferredRefetch.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { useScrollRestoration } from '#client/platform/browser/scrollRestoration.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { t } from '#client/platform/language/language.ts'
import {
  Redirect,
  useNumberParameter,
  usePageParameter,
  useQueryParameters,
} from '#client/platform/router/navigation.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { FailedScreen } from '#client/ui/ErrorState.tsx'
import { EmptyState } from '#client/ui/ListStates.tsx'
import { ScreenPending } from '#client/ui/Spinner.tsx'
import { readTag } from '#protocol/markdown/hashtag.rules.ts'
import { screenOf } from '#protocol/screens.ts'
import { DraftList } from './DraftList.tsx'
import { EmptyTopic, NoteList } from './NoteList.tsx'
import type { AdjacentNote } from './NoteRows.tsx'
import { type NoteListPage, useNoteListPage, usePreviewedNote, useWorkspaceTopic } from './noteList.state.ts'
import { TopicColumn } from './TopicColumn.tsx'
import { useUnsavedNotes } from './unsavedNotes.ts'
import { workspaceParts } from './workspace.parts.ts'
import './workspace.css'
import './columns.css'

/** In rem, so that enlarged text keeps a single column. */
const THREE_COLUMNS = '(min-width: 64rem)'

const NoteScreen = lazyComponent<{ previewedNo: number | null }>(workspaceParts['/note'], FailedScreen)

/**
 * Topics, notes and a note: one screen each, or three columns in a wide window, which are the same on the three routes. The URL decides
 * which column has the heading of the screen. The workspace stays mounted between these routes, and the columns keep their state when the
 * window width changes.
 */
export function NotesWorkspace() {
  useLiveLists()
  const { pathname } = useLocation()
  const [params] = useQueryParameters()
  const noteNo = useNumberParameter('no')
  const workspaceTopicNo = useWorkspaceTopic()
  const isWide = useMediaQuery(THREE_COLUMNS)
  const route = screenOf(pathname, { '/note': 'note', '/notelist': 'notes' }) ?? 'topics'
  const tag = route === 'topics' ? readTag(params.get('tag') ?? '') : null
  const topicNo = tag === null ? workspaceTopicNo : null
  const isNote = route === 'note'
  const listPage = useNoteListPage(route === 'notes')
  const tagPage = usePageParameter()
  const page = tag === null ? listPage.page : tagPage.page
  const previewedNo = usePreviewedNote({ topicNo, tag }, page, isNote ? noteNo : null)
  // A note opened in a room shows the room's discussion instead of the columns.
  const isInWorkspace = isWide && !(isNote && params.has('hub'))
  const shownNo = isNote ? noteNo : previewedNo

  return (
    <div className={isInWorkspace ? 'workspace' : ''}>
      {isInWorkspace && (
        <div className="workspace__topics">
          <TopicColumn topicNo={topicNo} isScreen={route === 'topics' && tag === null} tag={tag} />
        </div>
      )}
      {route === 'topics' && !isInWorkspace && tag === null && <TopicsScreen />}
      {tag !== null && (
        <div className="workspace__notes">
          <TagNotes
            key={tag}
            tag={tag}
            isInColumn={isInWorkspace}
            previewedNo={isInWorkspace ? shownNo : null}
          />
        </div>
      )}
      {tag === null && (isInWorkspace || route === 'notes') && (
        <div className="workspace__notes">
          <Notes
            topicNo={topicNo}
            listPage={listPage}
            column={isInWorkspace ? { noteNo: shownNo ?? null, isOpen: isNote } : undefined}
          />
        </div>
      )}
      {(isNote || (isInWorkspace && shownNo)) && (
        <NotePane key={shownNo} previewedNo={isNote ? null : (shownNo ?? null)} />
      )}
      {isInWorkspace && !isNote && !shownNo && (
        <EmptyNotePane emptyTopicNo={shownNo === null ? topicNo : null} />
      )}
    </div>
  )
}

interface NotesProps {
  /** Null while unknown, or if there is none. */
  topicNo: number | null
  listPage: NoteListPage
  column: AdjacentNote | undefined
}

function Notes({ topicNo, listPage, column }: NotesProps) {
  const drafts = useUnsavedNotes()
  const topicInUrl = useNumberParameter('topic')
  if (listPage.isInUrl && topicInUrl === null) return <Redirect to={paths.topics} />
  if (topicNo === null) return <DraftList drafts={drafts} />
  return <NoteList key={topicNo} topicNo={topicNo} listPage={listPage} column={column} />
}

/** Invites to write a first note while there is no topic, or none in the topic. */
function EmptyNotePane({ emptyTopicNo }: { emptyTopicNo: number | null }) {
  // Only reads the cache: the column of topics fetches the page.
  const topics = useQuery({ ...topicPageQuery(1), enabled: false })
  return (
    <div className="workspace__empty">
      {topics.data?.subjects.length === 0 && (
        <EmptyState
          drawing="notes"
          action={
            <ButtonLink kind="primary" to={paths.newNote}>
              {t('home.firstNote')}
            </ButtonLink>
          }
        >
          {t('notes.workspaceFirst')}
        </EmptyState>
      )}
      {emptyTopicNo !== null && <EmptyTopic topicNo={emptyTopicNo} />}
    </div>
  )
}

/** Refetches the visible lists when another device of the user creates, changes or deletes a note. */
function useLiveLists(): void {
  useDeferredRefetch(ownNoteEvents, refetchLists)
}

function refetchLists(cache: QueryClient): void {
  for (const lists of [noteKeys.pages, topicKeys.all, tagKeys.all]) refetchQueries(cache, lists)
  // Searches cost more: refetched on the next visit.
  void cache.invalidateQueries({ queryKey: noteKeys.searches, refetchType: 'none' })
}

/** The open or previewed note with its own scroll container. Back and Forward restore the scroll offset. */
function NotePane({ previewedNo }: { previewedNo: number | null }) {
  const { key } = useLocation()
  const scroller = useScrollRestoration(`note/${key}`)
  return (
    <div className="workspace__note" ref={scroller}>
      <NoteScreen previewedNo={previewedNo} pending={<ScreenPending isPart={previewedNo !== null} />} />
    </div>
  )
}
