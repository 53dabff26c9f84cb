import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getOidcLinks } from '#protocol/oidc.ts'

export const oidcLinksQuery = queryOptions({
  queryKey: ['oidcLinks'],
  queryFn: async ({ signal }) => {
    const { links, hasPassword } = await callApi(getOidcLinks, {}, { signal })
    return { links, hasPassword }
  },
  refetchOnMount: 'always',
})
