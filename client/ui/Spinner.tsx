import './Spinner.css'

/** Silent to screen readers: whoever shows it says in words what is going on. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
