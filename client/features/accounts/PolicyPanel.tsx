import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { PolicyLine } from '#protocol/policies.ts'
import { type Policy, policyQuery } from './policies.queries.ts'
import './PolicyPanel.css'

const titles = { terms: 'accounts.terms', privacy: 'accounts.privacy' } as const

/** The terms or the privacy policy, fetched when somebody unfolds them. */
export function PolicyPanel({ policy }: { policy: Policy }) {
  const [isOpen, setOpen] = useState(false)
  const { language } = useLanguage()
  const text = useQuery({ ...policyQuery(policy, language), enabled: isOpen })
  const title = t(titles[policy])
  return (
    <Disclosure summary={title} onToggle={setOpen}>
      {text.isPending && <SkeletonRows rows={4} height={24} />}
      {text.isError && (
        <>
          <Message kind="error">
            {t('accounts.policyEmpty')} {failureText(text.error)}
          </Message>
          <Button busy={text.isFetching} onClick={() => void text.refetch()}>
            {t('common.retry')}
          </Button>
        </>
      )}
      {text.data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section className="policy" aria-label={title} tabIndex={0}>
          {text.data.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change places
            <Line key={place} line={line} />
          ))}
        </section>
      )}
    </Disclosure>
  )
}

function Line({ line }: { line: PolicyLine }) {
  const { content, isBold, numLeadingSpaces, numFollowingEmptyLines } = line
  const layout = { '--indent': numLeadingSpaces, '--empty-lines': numFollowingEmptyLines } as CSSProperties
  return (
    <p className="policy__line" style={layout}>
      {isBold ? <strong>{content}</strong> : content}
    </p>
  )
}
