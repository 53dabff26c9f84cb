import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { storeForeignCopy } from '#client/features/documents/documentStore.ts'
import { createCopy } from '#client/features/documents/storedDocument.ts'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import type { NoteContent } from '#client/features/notes/sync/note.content.ts'
import { DailyNote } from '#client/features/templates/DailyNote.tsx'
import { topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { isTransient } from '#client/platform/calls/callFailed.ts'
import { withScreenTimeout } from '#client/platform/calls/retry.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/navigation.tsx'
import { restoreQuery } from '#client/session/persistedCache/persistence.ts'
import { authAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ITEMS_PER_PAGE_MAX, NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import type { NotePage, NoteView } from '#protocol/notes.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { readQuickTopic } from './quickNote.text.ts'
import './quickNote.css'

/** A new note, or the note of today (`DAILY_NOTE_PATH`). */
export function NewNoteScreen() {
  const [params] = useSearchParams()
  return params.has('today') ? <DailyNote /> : <NewNote />
}

/** Redirects to a new note under the last opened topic or the newest one. Text that another app shared becomes the draft of the note. */
function NewNote() {
  const { selectedTopicNo } = useAtomValue(topicListAtom)
  // Fixed at mount, because the editor screen changes the selected topic and would cause a second redirect.
  const [preferredNo] = useState(selectedTopicNo)
  const { userNo } = useAtomValue(authAtom)
  const { search } = useLocation()
  const topic = useQuery(newNoteTopicQuery(userNo, preferredNo))

  const [shared] = useState(() => readSharedText(search))
  const draft = useSharedDraft(userNo, topic.data, shared)

  if (shared === null && topic.data !== undefined) return <Redirect to={paths.createNote(topic.data)} />
  if (draft !== null) return <Redirect to={draft} />
  return (
    <>
      <ScreenTitle title={t('notes.untitled')} hidden />
      {topic.isError ? (
        <LoadFailure query={topic} title={t('notes.newFailed')} />
      ) : (
        <SkeletonRows rows={1} height={320} />
      )}
      {shared === null && isTransient(topic.error) && <HomeLink />}
    </>
  )
}

/** Links to the quick note on the home screen, which works offline and without a topic. */
function HomeLink() {
  return (
    <div className="new-note__home-link">
      <p>{t('notes.newAtHome')}</p>
      <ButtonLink to={paths.home}>{t('shell.toHome')}</ButtonLink>
    </div>
  )
}

/** Stores shared text as a draft once the topic is known. Returns the path of its editor, or null before that. */
function useSharedDraft(userNo: number, topicNo: number | undefined, shared: NoteContent | null) {
  const [requestKey] = useState(makeRequestKey)
  const [address, setAddress] = useState<string | null>(null)

  useEffect(() => {
    if (topicNo === undefined || shared === null) return
    const copy = { userNo, topicNo, documentId: requestKey, content: shared, isForeign: true }
    void storeForeignCopy(createCopy(copy)).then(() => setAddress(paths.draft(topicNo, requestKey)))
  }, [userNo, topicNo, shared, requestKey])

  return address
}

/**
 * Topic for a new note. Creates the topic for quick notes if the user has none. Offline, returns a topic from the caches of this device.
 */
const newNoteTopicQuery = (userNo: number, preferredNo: number | null) =>
  queryOptions({
    queryKey: ['topicOfNewNote', userNo, preferredNo],
    async queryFn({ signal, client }): Promise<number> {
      const request = fetchTopic(preferredNo, signal)
      try {
        return await withScreenTimeout(request)
      } catch (error) {
        const cached = isTransient(error) ? (preferredNo ?? (await findCachedTopic(userNo, client))) : null
        return cached ?? request
      }
    },
    staleTime: 0,
    gcTime: 0,
  })

async function fetchTopic(preferredNo: number | null, signal: AbortSignal): Promise<number> {
  const { subjects } = await callApi(getTopics, { itemsPerPage: ITEMS_PER_PAGE_MAX }, { signal })
  const preferred = subjects.find(({ subjectNo }) => subjectNo === preferredNo) ?? subjects[0]
  if (preferred) return preferred.subjectNo
  const created = await callApi(createTopic, { title: t('notes.quickTopic'), itemsPerPage: 1 })
  return created.subjects[0]?.subjectNo ?? 0
}

async function findCachedTopic(userNo: number, cache: QueryClient): Promise<number | null> {
  return (await findListedTopic(cache)) ?? findOpenedTopic(cache) ?? readQuickTopic(userNo)
}

/** The first topic of the cached or persisted topic list. */
async function findListedTopic(cache: QueryClient): Promise<number | null> {
  const { queryKey } = topicPageQuery(1)
  await restoreQuery(queryKey)
  return cache.getQueryData(queryKey)?.subjects[0]?.subjectNo ?? null
}

/** The topic of a cached note list or of a cached own note. */
function findOpenedTopic(cache: QueryClient): number | null {
  const lists = cache.getQueriesData<NotePage>({ queryKey: noteKeys.pages })
  const listed = lists.findLast(([, page]) => page !== undefined)?.[0][2]
  if (typeof listed === 'number') return listed
  const notes = cache.getQueriesData<NoteView>({ queryKey: noteKeys.details })
  return notes.findLast(([, note]) => note?.isAuthor)?.[1]?.subjectNo ?? null
}

/** Larger than a note, so that the user sees what to cut. Limited, because any website can link here with megabytes of text. */
const SHARED_MAX = 10 * NOTE_BODY_MAX

/**
 * Reads the text that another app shared, from the URL (`share_target` of the manifest). Null if there is none. A title that is too long is
 * truncated, and repeated above the text.
 */
export function readSharedText(search: string): NoteContent | null {
  const params = new URLSearchParams(search)
  const [rawTitle = '', text = '', url = ''] = ['title', 'text', 'url'].map(name =>
    (params.get(name) ?? '').slice(0, SHARED_MAX).replace(/\r\n?/g, '\n').trim(),
  )
  const line = rawTitle.replaceAll('\n', ' ')
  const title = truncateText(line, NOTE_TITLE_MAX)
  // Most apps include the URL in the text.
  const parts = [title === line ? '' : rawTitle, text, text.includes(url) ? '' : url].filter(
    part => part !== '',
  )
  if (title === '' && parts.length === 0) return null
  return { title, text: parts.join('\n\n') }
}
