import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getPrivacyPolicy, getTermsOfContract, type PolicyLine } from '#protocol/policies.ts'
import type { Language } from '#protocol/text/languages.ts'

export type Policy = 'terms' | 'privacy'

/** They change with a release of the server only. */
export const policyQuery = (policy: Policy, language: Language) =>
  queryOptions({
    queryKey: ['policy', policy, language],
    queryFn: async ({ signal }): Promise<PolicyLine[]> => {
      if (policy === 'terms') return (await callApi(getTermsOfContract, {}, { signal })).terms
      return (await callApi(getPrivacyPolicy, {}, { signal })).policy
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
