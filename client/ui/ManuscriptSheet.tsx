/** A corner of a manuscript sheet: a stroke begins in its first square, or breaks off. */
export function ManuscriptSheet({ broken = false }: { broken?: boolean }) {
  return (
    <svg className="state__sheet" viewBox="0 0 112 64" aria-hidden="true">
      <path d="M2 2h108M2 62h108M2 6h108v24H2zM2 34h108v24H2zM29 6v24M56 6v24M83 6v24M29 34v24M56 34v24M83 34v24" />
      <path
        className={`state__stroke ${broken ? 'state__stroke--broken' : ''}`}
        d={broken ? 'M9 18h5M18 18h4' : 'M9 12h13v12'}
      />
    </svg>
  )
}
