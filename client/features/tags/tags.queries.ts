import { queryOptions, useQuery } from '@tanstack/react-query'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getNotesByTag, getTags, type TagView } from '#protocol/tags.ts'

export const tagKeys = { all: ['tags'] as const }

/** Not among all addresses, which are part of the first page. */
export const pathOfTag = (tag: string) => `${paths.topics}?tag=${encodeURIComponent(tag)}`

// No abort signals: the requests complete after the screen unmounts, so that the lists are available offline.

export const tagsQuery = queryOptions({
  queryKey: [...tagKeys.all, 'all'] as const,
  queryFn: () => callApi(getTags, {}),
  // A save on this device may have been of a note on another screen.
  refetchOnMount: 'always',
})

export const tagPageQuery = (tag: string, page: number) =>
  queryOptions({
    queryKey: [...tagKeys.all, 'notes', tag, page] as const,
    queryFn: () => callApi(getNotesByTag, { tag, curPageNo: page }),
    refetchOnMount: 'always',
    // Never shows notes of another tag.
    placeholderData: (previous, query) => (query?.queryKey[2] === tag ? previous : undefined),
  })

const NONE: readonly string[] = []
/** A new tag is suggested at the latest after this time, in milliseconds. */
const SUGGESTED_STALE_MS = 60_000

/** The tags of the user's notes, those with most notes first. */
export function useTagNames(isEnabled: boolean): readonly string[] {
  const { data } = useQuery({
    ...tagsQuery,
    enabled: isEnabled,
    refetchOnMount: true,
    staleTime: SUGGESTED_STALE_MS,
    select: namesOf,
  })
  return data ?? NONE
}

const namesOf = ({ tags }: { tags: readonly TagView[] }) => tags.map(({ tag }) => tag)
