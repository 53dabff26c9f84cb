import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { PolicyText, policyTitles } from './PolicyText.tsx'
import type { Policy } from './policies.queries.ts'
import './PolicyPanel.css'

/** The terms or the privacy policy, fetched when somebody unfolds them. */
export function PolicyPanel({ policy }: { policy: Policy }) {
  const [isOpen, setOpen] = useState(false)
  const title = t(policyTitles[policy])
  return (
    <Disclosure summary={title} onToggle={setOpen}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className="policy" aria-label={title} tabIndex={0}>
        <PolicyText policy={policy} isWanted={isOpen} />
      </section>
    </Disclosure>
  )
}
