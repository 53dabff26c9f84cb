import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readTexts } from '#client/features/notes/list/savedNote.ts'
import { noteKeys, noteQuery } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { t } from '#client/platform/language/language.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNotes, type NoteItemView } from '#protocol/notes.ts'
import { wholeText } from '#protocol/seriesText.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import type { Template } from './templates.ts'

/** The topic whose notes are the user's templates (decision 0062). Null if the user has none. */
async function findTemplateTopic(signal?: AbortSignal): Promise<number | null> {
  const title = t('templates.topic')
  for (let curPageNo = 1; ; curPageNo += 1) {
    const page = await callApi(
      getTopics,
      { curPageNo, itemsPerPage: ITEMS_PER_PAGE_MAX },
      signal && { signal },
    )
    const found = page.subjects.findLast(topic => topic.title === title)
    if (found) return found.subjectNo
    if (curPageNo >= page.pageIndex.lastPageNum) return null
  }
}

/** Creates the topic if it is missing. */
export async function templateTopic(): Promise<number> {
  const found = await findTemplateTopic()
  if (found !== null) return found
  const { subjects } = await callApi(createTopic, { title: t('templates.topic'), itemsPerPage: 1 })
  return subjects[0]?.subjectNo ?? 0
}

/** The user's templates, by name; the first fifty. */
export const templatesQuery = queryOptions({
  queryKey: [...noteKeys.all, 'templates'],
  async queryFn({ signal }): Promise<NoteItemView[]> {
    const topicNo = await findTemplateTopic(signal)
    if (topicNo === null) return []
    const request = { topicNo, itemsPerPage: ITEMS_PER_PAGE_MAX, order: 'title' } as const
    return (await callApi(getNotes, request, { signal })).notes
  },
})

export async function readTemplate(cache: QueryClient, noteNo: number): Promise<Template> {
  const note = await cache.fetchQuery(noteQuery(noteNo))
  return { title: note.title, text: wholeText(await readTexts(note)) }
}
