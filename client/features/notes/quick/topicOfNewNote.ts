import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { t } from '#client/platform/language/language.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'

/** The number of the topic under which a note is begun from anywhere; who has none yet gets the one for quick notes. */
export const topicOfNewNoteQuery = (preferredNo: number | null) =>
  queryOptions({
    queryKey: ['topicOfNewNote', preferredNo],
    async queryFn({ signal }): Promise<number> {
      const { subjects } = await callApi(getTopics, { itemsPerPage: ITEMS_PER_PAGE_MAX }, { signal })
      const preferred = subjects.find(({ subjectNo }) => subjectNo === preferredNo) ?? subjects[0]
      if (preferred) return preferred.subjectNo
      const made = await callApi(createTopic, { title: t('notes.quickTopic'), itemsPerPage: 1 })
      return made.subjects[0]?.subjectNo ?? 0
    },
    staleTime: 0,
    gcTime: 0,
  })
