import type { ReactNode } from 'react'
import { Link } from '#client/platform/router/Link.tsx'
import './memberHome.css'

interface HomeSectionProps {
  id: string
  title: string
  /** The number of new items, shown after the title. */
  count?: number
  /** The link to the full list. */
  fullListLink?: { to: string; label: string } | undefined
  children: ReactNode
}

export function HomeSection({ id, title, count = 0, fullListLink, children }: HomeSectionProps) {
  return (
    <section className="home-section" aria-labelledby={id}>
      <div className="home-section__header">
        <h2 id={id}>
          {title} {count > 0 && <span className="home-section__count">{count}</span>}
        </h2>
        {fullListLink && (
          <Link className="home-section__more" to={fullListLink.to}>
            {fullListLink.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
