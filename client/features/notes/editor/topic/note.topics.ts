import { queryOptions } from '@tanstack/react-query'
import { topicKeys } from '#client/features/topics/topics.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { toNfc } from '#protocol/normalization.ts'
import { getTopics, type TopicView } from '#protocol/topics.ts'

/** Whoever has more looks for the others in the list of topics. */
const PAGES_MAX = 4

/** One's topics, newest first, to choose among. */
export const allTopicsQuery = queryOptions({
  queryKey: [...topicKeys.all, 'choice'] as const,
  async queryFn({ signal }): Promise<TopicView[]> {
    const topics: TopicView[] = []
    for (let page = 1; page <= PAGES_MAX; page++) {
      const asked = { curPageNo: page, itemsPerPage: ITEMS_PER_PAGE_MAX }
      const { subjects, pageIndex } = await callApi(getTopics, asked, { signal })
      topics.push(...subjects)
      if (pageIndex.curPageNum >= pageIndex.lastPageNum) break
    }
    return topics
  },
})

/** Those whose titles hold the words, whatever their blanks and letter case. */
export function topicsWith(words: string, topics: readonly TopicView[]): TopicView[] {
  const bare = (text: string) => toNfc(text).replace(/\s/g, '').toLowerCase()
  return topics.filter(({ title }) => bare(title).includes(bare(words)))
}
