/** Stands in the built client where the address of the service that serves it belongs. */
export const BASE_PLACEHOLDER = "https://cairn.invalid";
