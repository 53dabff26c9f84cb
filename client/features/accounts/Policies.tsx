import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { getPrivacyPolicy, getTermsOfContract, type PolicyLine } from '#protocol/policies.ts'
import type { Language } from '#protocol/text/languages.ts'
import './policies.css'

export const policyTitles = { terms: 'shell.terms', privacy: 'shell.privacy' } as const

/** The terms or the privacy policy in the chosen language. The bold lines are the headings of its sections. */
export function PolicyText({ policy, isWanted = true }: { policy: Policy; isWanted?: boolean }) {
  const { language } = useLanguage()
  const text = useQuery({ ...policyQuery(policy, language), enabled: isWanted })
  if (text.isPending) return <SkeletonRows rows={4} height={24} />
  return (
    <>
      <LoadFailure query={text} title={t('accounts.policyEmpty')} />
      {text.data?.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change places
        <Line key={index} line={line} />
      ))}
    </>
  )
}

function Line({ line }: { line: PolicyLine }) {
  const { content, isBold, numLeadingSpaces, numFollowingEmptyLines } = line
  const Element = isBold ? 'h2' : 'p'
  const layout = { '--indent': numLeadingSpaces, '--empty-lines': numFollowingEmptyLines } as CSSProperties
  return (
    <Element className="policy-line" style={layout}>
      {content}
    </Element>
  )
}

export type Policy = 'terms' | 'privacy'

export const policyKey = (policy: Policy, language: Language) => ['policy', policy, language] as const

/** Policies change only with a server release. */
const policyQuery = (policy: Policy, language: Language) =>
  queryOptions({
    queryKey: policyKey(policy, language),
    queryFn: async ({ signal }): Promise<PolicyLine[]> => {
      if (policy === 'terms') return (await callApi(getTermsOfContract, {}, { signal })).terms
      return (await callApi(getPrivacyPolicy, {}, { signal })).policy
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export function TermsScreen() {
  return <PolicyScreen policy="terms" />
}

export function PrivacyScreen() {
  return <PolicyScreen policy="privacy" />
}

function PolicyScreen({ policy }: { policy: Policy }) {
  return (
    <div className="policy-screen">
      <ScreenTitle title={t(policyTitles[policy])} />
      <Card className="policy-screen__text">
        <PolicyText policy={policy} />
      </Card>
    </div>
  )
}
