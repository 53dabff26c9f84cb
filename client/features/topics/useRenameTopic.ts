import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { renameTopic } from '#protocol/topics.ts'
import { topicKeys, topicTitleQuery } from './topics.queries.ts'

/** Its name stands in the lists of topics, over its notes, and at each of these. */
export function useRenameTopic() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: { topicNo: number; title: string }) => callApi(renameTopic, change),
    onSuccess: (_, { topicNo, title }) => {
      cache.setQueryData(topicTitleQuery(topicNo).queryKey, title)
      return Promise.all([
        cache.invalidateQueries({ queryKey: topicKeys.all }),
        cache.invalidateQueries({ queryKey: noteKeys.all }),
      ])
    },
  })
}
