import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { IconPath } from '#client/ui/Icon.tsx'
import type { CalloutKind, CalloutMeta } from '#protocol/markdown/callout.rules.ts'
import { NOT_TEXT } from './textAttribute.ts'
import './formats.css'

/** In the style of the other icons, and different in shape, so that colour is not needed to tell the kinds apart. */
const ICONS: Record<CalloutKind, string> = {
  note: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 11v5M12 7.8h.01',
  tip: 'M9.5 17.5h5M10.5 20.5h3M9.5 17.5v-1.7a6 6 0 1 1 5 0v1.7',
  important: 'M4 4.5h16v12h-5.5L12 19.5l-2.5-3H4zM12 7.5v3.5M12 13.5h.01',
  warning: 'M12 4L21 19.5H3zM12 10v4M12 16.8h.01',
  caution: 'M8.2 3.5h7.6l4.7 4.7v7.6l-4.7 4.7H8.2l-4.7-4.7V8.2zM12 7.5v5M12 16h.01',
}

interface CalloutProps {
  kind: CalloutKind
  dir?: string | undefined
  children?: ReactNode
}

export function Callout({ kind, dir, children }: CalloutProps) {
  return (
    <div className={`md-callout md-callout-${kind}`} role="note" dir={dir}>
      {children}
    </div>
  )
}

/** The name of the kind is the title unless the author wrote another one; then it is for screen readers only. */
export function CalloutTitle({ kind, hasTitle, children }: CalloutMeta & { children?: ReactNode }) {
  const name = t(`formats.${kind}`)
  return (
    <p className="md-callout-title" dir="auto">
      <span className="md-callout-icon" {...NOT_TEXT}>
        <IconPath path={ICONS[kind]} />
        {hasTitle && <span className="visually-hidden">{name}: </span>}
      </span>
      {hasTitle ? <span>{children}</span> : <span {...NOT_TEXT}>{name}</span>}
    </p>
  )
}
