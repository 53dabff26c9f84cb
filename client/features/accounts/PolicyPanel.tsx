import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { type Policy, PolicyText, policyTitles } from './Policies.tsx'
import './policies.css'

/** The terms or the privacy policy. Opening the panel fetches the text. */
export function PolicyPanel({ policy }: { policy: Policy }) {
  const [isOpen, setOpen] = useState(false)
  const title = t(policyTitles[policy])
  return (
    <Disclosure summary={title} onToggle={setOpen}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs keyboard focus */}
      <section className="policy" aria-label={title} tabIndex={0}>
        <PolicyText policy={policy} isWanted={isOpen} />
      </section>
    </Disclosure>
  )
}
