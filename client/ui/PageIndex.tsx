import { t } from '#client/platform/language/language.ts'
import type { PageIndex as Pages } from '#protocol/paging.ts'
import { type PageRole, pageItems } from './pageItems.ts'
import './PageIndex.css'

interface PageIndexProps {
  /** Tells it from another one on the same screen. */
  label?: string
  index: Pages
  onGo: (page: number) => void
}

/** Leads to the pages of a list, where there is more than one. */
export function PageIndex({ label, index, onGo }: PageIndexProps) {
  if (index.lastPageNum <= 1 && index.curPageNum <= 1) return null
  return (
    <nav className="page-index" aria-label={label ?? t('page.label')}>
      <ul className="page-index__list">
        {pageItems(index).map(({ page, role }) => (
          <li className="page-index__item" key={page}>
            <button
              type="button"
              className="page-index__page"
              aria-current={role === 'current' ? 'page' : undefined}
              onClick={() => role !== 'current' && onGo(page)}
            >
              <span aria-hidden="true">{role === 'between' ? '…' : page}</span>
              <span className="visually-hidden">{labelOf(page, role)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function labelOf(page: number, role: PageRole): string {
  if (role === 'current') return t('page.current', { page: String(page) })
  return `${t(`page.${role}`)}, ${t('page.goTo', { page: String(page) })}`
}
