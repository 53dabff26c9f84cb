import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { PolicyLine } from '#protocol/policies.ts'
import { type Policy, policyQuery } from './policies.queries.ts'
import './PolicyText.css'

export const policyTitles = { terms: 'shell.terms', privacy: 'shell.privacy' } as const

/** The lines of the terms or of the privacy policy, in the chosen language. */
export function PolicyText({ policy, isWanted = true }: { policy: Policy; isWanted?: boolean }) {
  const { language } = useLanguage()
  const text = useQuery({ ...policyQuery(policy, language), enabled: isWanted })
  if (text.isPending) return <SkeletonRows rows={4} height={24} />
  return (
    <>
      <LoadFailure query={text} title={t('accounts.policyEmpty')} />
      {text.data?.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change places
        <Line key={place} line={line} />
      ))}
    </>
  )
}

function Line({ line }: { line: PolicyLine }) {
  const { content, isBold, numLeadingSpaces, numFollowingEmptyLines } = line
  const layout = { '--indent': numLeadingSpaces, '--empty-lines': numFollowingEmptyLines } as CSSProperties
  return (
    <p className="policy-line" style={layout}>
      {isBold ? <strong>{content}</strong> : content}
    </p>
  )
}
