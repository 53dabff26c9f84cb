import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { topicPageQuery } from '#client/features/topics/topics.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { isPassing } from '#client/platform/calls/callFailed.ts'
import { answeredSoon } from '#client/platform/calls/inTime.ts'
import { t } from '#client/platform/language/language.ts'
import { restoreQuery } from '#client/session/persistedCache/persistence.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import type { NotePage, NoteView } from '#protocol/notes.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { knownQuickTopic } from './quickNote.text.ts'

/**
 * The number of the topic under which a note is begun from anywhere; who has none yet gets the one for quick notes. Without a
 * line it is one that this device knows of.
 */
export const topicOfNewNoteQuery = (userNo: number, preferredNo: number | null) =>
  queryOptions({
    queryKey: ['topicOfNewNote', userNo, preferredNo],
    async queryFn({ signal, client }): Promise<number> {
      const asked = askForTopic(preferredNo, signal)
      try {
        return await answeredSoon(asked)
      } catch (error) {
        const known = isPassing(error) ? (preferredNo ?? (await knownTopic(userNo, client))) : null
        return known ?? asked
      }
    },
    staleTime: 0,
    gcTime: 0,
  })

async function askForTopic(preferredNo: number | null, signal: AbortSignal): Promise<number> {
  const { subjects } = await callApi(getTopics, { itemsPerPage: ITEMS_PER_PAGE_MAX }, { signal })
  const preferred = subjects.find(({ subjectNo }) => subjectNo === preferredNo) ?? subjects[0]
  if (preferred) return preferred.subjectNo
  const made = await callApi(createTopic, { title: t('notes.quickTopic'), itemsPerPage: 1 })
  return made.subjects[0]?.subjectNo ?? 0
}

async function knownTopic(userNo: number, cache: QueryClient): Promise<number | null> {
  return (await listedTopic(cache)) ?? openedTopic(cache) ?? knownQuickTopic(userNo)
}

/** The first of the topics, if they were looked at, or are kept on this device. */
async function listedTopic(cache: QueryClient): Promise<number | null> {
  const { queryKey } = topicPageQuery(1)
  await restoreQuery(queryKey)
  return cache.getQueryData(queryKey)?.subjects[0]?.subjectNo ?? null
}

/** That of a list of notes, or of a note of one's own, that was looked at. */
function openedTopic(cache: QueryClient): number | null {
  const lists = cache.getQueriesData<NotePage>({ queryKey: noteKeys.pages })
  const listed = lists.findLast(([, page]) => page !== undefined)?.[0][2]
  if (typeof listed === 'number') return listed
  const notes = cache.getQueriesData<NoteView>({ queryKey: noteKeys.ones })
  return notes.findLast(([, note]) => note?.isAuthor)?.[1]?.subjectNo ?? null
}
