import { type RefObject, useLayoutEffect, useRef } from 'react'
import { t } from '#client/platform/language/language.ts'
import type { PageIndex as Pages } from '#protocol/paging.ts'
import './PageIndex.css'

interface PageIndexProps {
  /** Distinguishes several page indexes on one screen. */
  label?: string
  index: Pages
  /** The top of a list that may be higher than the window. A chosen page is shown from there. */
  top?: RefObject<HTMLElement | null>
  onGo: (page: number) => void
}

/** Links to the pages of a list. Renders nothing for a single page. */
export function PageIndex({ label, index, top, onGo }: PageIndexProps) {
  const chosenPage = useRef<number | null>(null)
  const { curPageNum } = index

  useLayoutEffect(() => {
    if (chosenPage.current !== curPageNum) return
    chosenPage.current = null
    const element = top?.current
    if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView()
  }, [curPageNum, top])

  function choose(page: number) {
    chosenPage.current = page
    onGo(page)
  }

  if (index.lastPageNum <= 1 && curPageNum <= 1) return null
  return (
    <nav className="page-index" aria-label={label ?? t('page.label')}>
      <ul className="page-index__list">
        {pageItems(index).map(({ page, role }) => (
          <li className="page-index__item" key={page}>
            <button
              type="button"
              className="page-index__page"
              aria-current={role === 'current' ? 'page' : undefined}
              onClick={() => role !== 'current' && choose(page)}
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

type PageRole = 'first' | 'previous' | 'between' | 'current' | 'next' | 'last'
interface PageItem {
  page: number
  role: PageRole
}

/** The first, previous, current, next and last page, each once. A gap is represented by the page in its middle. */
export function pageItems(index: Pages): PageItem[] {
  const roles = new Map<number, PageRole>([
    [index.firstPageNum, 'first'],
    [index.lastPageNum, 'last'],
    [index.prevPageNum, 'previous'],
    [index.nextPageNum, 'next'],
    [index.curPageNum, 'current'],
  ])
  const items: PageItem[] = []
  let before = 0
  for (const [page, role] of [...roles].sort(([a], [b]) => a - b)) {
    if (page - before > 1) items.push({ page: Math.floor((before + page) / 2), role: 'between' })
    items.push({ page, role })
    before = page
  }
  return items
}
