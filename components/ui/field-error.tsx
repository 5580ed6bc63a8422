/** The error of a field, shown below it. The field names it in `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" dir="auto" className="mt-1 text-base text-rust">
      {children}
    </p>
  );
}
