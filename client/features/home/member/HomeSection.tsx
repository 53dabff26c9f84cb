import type { ReactNode } from 'react'
import { Link } from '#client/platform/router/Link.tsx'
import './homeSection.css'

interface HomeSectionProps {
  id: string
  title: string
  /** Behind the title: how many are new. */
  count?: number
  /** To all of it, in words that say where they lead. */
  more?: { to: string; label: string } | undefined
  children: ReactNode
}

export function HomeSection({ id, title, count = 0, more, children }: HomeSectionProps) {
  return (
    <section className="home-section" aria-labelledby={id}>
      <div className="home-section__head">
        <h2 id={id}>
          {title} {count > 0 && <span className="home-section__count">{count}</span>}
        </h2>
        {more && (
          <Link className="home-section__more" to={more.to}>
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
