import './Spinner.css'

/** Hidden from screen readers: the component around it has to provide a text. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
