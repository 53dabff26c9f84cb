import type { CSSProperties, Ref } from 'react'
import { t } from '#client/platform/language/language.ts'
import './highlight.css'

/** Where a mirror stands: over its text, and for the eye alone. */
export function HighlightOverlay({ ref }: { ref: Ref<HTMLDivElement> }) {
  return <div ref={ref} className="highlight" translate="no" style={pageUnit()} aria-hidden="true" />
}

const pageUnit = () => ({ '--page-unit': JSON.stringify(t('notes.pageUnit')) }) as CSSProperties
